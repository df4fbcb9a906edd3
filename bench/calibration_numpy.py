"""The same work as bench/calibration.ts in numpy and scikit-learn; prints milliseconds as JSON."""
import json
import sys
import time

import numpy as np
from sklearn import metrics

settings = json.loads(sys.argv[1])
rng = np.random.default_rng(5)


def simulate(n):
    human = rng.random(n) < 0.27
    judge = np.where(rng.random(n) < 0.84, human, ~human)
    return human.astype(np.int8), judge.astype(np.int8)


def median(work):
    times = []
    for _ in range(settings["repetitions"]):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)[len(times) // 2]


def rates(tp, fp, fn, tn):
    """The rates of bench/calibration.ts, for numbers or arrays."""
    n = tp + fp + fn + tn
    chance = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / n ** 2
    agreement = (tp + tn) / n
    share = (2 * tp + fp + fn) / (2 * n)
    even = 2 * share * (1 - share)
    mixed = 2 * (2 * tp + fp + fn) * (2 * tn + fp + fn)
    return (
        agreement, tp / (tp + fp), tp / (tp + fn), tn / (tn + fp), fp / (fp + tn), fn / (tp + fn), tn / (tn + fn),
        (tp + fn) / n, (tp + fp) / n, 2 * tp / (2 * tp + fp + fn), (tp / (tp + fn) + tn / (tn + fp)) / 2,
        (agreement - chance) / (1 - chance), (agreement - even) / (1 - even),
        1 - (2 * n - 1) * 2 * (fp + fn) / mixed,
        (tp * tn - fp * fn) / np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)),
    )


human, judge = simulate(settings["many"])


def sklearn_points():
    tn, fp, fn, tp = metrics.confusion_matrix(human, judge).ravel()
    return (
        metrics.accuracy_score(human, judge), metrics.precision_score(human, judge), metrics.recall_score(human, judge),
        metrics.f1_score(human, judge), metrics.balanced_accuracy_score(human, judge),
        metrics.cohen_kappa_score(human, judge), metrics.matthews_corrcoef(human, judge), tn / (tn + fp), tn / (tn + fn),
    )


def numpy_points():
    tn, fp, fn, tp = np.bincount(2 * human + judge, minlength=4).astype(float)
    return rates(tp, fp, fn, tn)


human_labels, judge_labels = (["success" if x else "failure" for x in column] for column in (human, judge))


def numpy_points_from_labels():
    human_codes, judge_codes = (np.array(labels) == "success" for labels in (human_labels, judge_labels))
    tn, fp, fn, tp = np.bincount(2 * human_codes.astype(np.int8) + judge_codes, minlength=4).astype(float)
    return rates(tp, fp, fn, tn)


few_human, few_judge = simulate(settings["runs"])
cluster = rng.integers(0, settings["tasks"], settings["runs"])


def counts_by_cluster():
    _, index = np.unique(cluster, return_inverse=True)
    cell = (1 - few_judge) * 2 + (1 - few_human)
    counts = np.zeros((index.max() + 1, 4))
    np.add.at(counts, (index, cell), 1)
    return counts


def by_index():
    counts = counts_by_cluster()
    drawn = rng.integers(0, len(counts), (settings["resamples"], len(counts)))
    return rates(*counts[drawn].sum(axis=1).T)


def by_multinomial():
    counts = counts_by_cluster()
    drawn = rng.multinomial(len(counts), np.full(len(counts), 1 / len(counts)), settings["resamples"])
    return rates(*(drawn @ counts).T)


print(json.dumps({
    "sklearnPoints": median(sklearn_points),
    "numpyPoints": median(numpy_points),
    "numpyPointsFromLabels": median(numpy_points_from_labels),
    "numpyResamples": min(median(by_index), median(by_multinomial)),
}))
