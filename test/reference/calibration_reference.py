"""Reference values for calibration/, from the statistics packages of Python.

Run by hand, never by a test:
    pip install -r test/reference/requirements.txt
    python test/reference/calibration_reference.py > test/fixtures/calibration-reference.json

None stands for a value that the reference does not define.
"""
import json
import math
import warnings

import krippendorff
import mpmath
import numpy as np
import pandas as pd
from irrCAC.raw import CAC as RawCAC
from irrCAC.table import CAC as TableCAC
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate
from scipy import optimize, special, stats
from sklearn import metrics
from sklearn.isotonic import IsotonicRegression
from statsmodels.api import GLM, WLS, families
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

warnings.filterwarnings("ignore")
mpmath.mp.dps = 30
rng = np.random.default_rng(20240601)


def plain(value):
    """A JSON number, or None where it is undefined."""
    if value is None:
        return None
    value = float(value)
    return value if math.isfinite(value) else None


def expand(table):
    """The two lists of labels behind a table of counts."""
    first, second = [], []
    for i, row in enumerate(table):
        for j, count in enumerate(row):
            first += [i] * int(count)
            second += [j] * int(count)
    return np.array(first, int), np.array(second, int)


def alpha_of(units, level):
    """units: raters x items with NaN for missing."""
    used = units[:, np.sum(~np.isnan(units), axis=0) >= 2]
    if used.size == 0 or len(np.unique(used[~np.isnan(used)])) < 2:
        return None
    return plain(krippendorff.alpha(reliability_data=used, level_of_measurement=level))


def kappa_of(first, second, classes, weights=None):
    table = np.zeros((classes, classes))
    for a, b in zip(first, second):
        table[a, b] += 1
    distance = np.array([[0 if i == j else 1 if weights is None else abs(i - j) ** (1 if weights == "linear" else 2)
                          for j in range(classes)] for i in range(classes)])
    if (distance * np.outer(table.sum(1), table.sum(0))).sum() == 0:
        return None
    return plain(metrics.cohen_kappa_score(first, second, labels=range(classes), weights=weights))


def gwet_of(table, weights):
    total = np.sum(table)
    if total == 0:
        return None
    cac = TableCAC(pd.DataFrame(np.array(table, float)), weights=weights, digits=15)
    # The published routine divides by total - 1 for its standard error, which fails for one item.
    if total > 1:
        return plain(cac.gwet()["est"]["coefficient_value"])
    return None


def binary_case(tp, fp, fn, tn):
    table = [[tp, fp], [fn, tn]]
    judge, human = expand(table)
    judge, human = 1 - judge, 1 - human  # positive = success
    n = tp + fp + fn + tn

    def score(metric, defined, **options):
        return plain(metric(human, judge, **options)) if defined else None

    both = min(tp + fn, fp + tn) > 0 and min(tp + fp, fn + tn) > 0
    units = np.array([judge, human], float)
    case = {
        "counts": {"tp": tp, "fp": fp, "fn": fn, "tn": tn},
        "agreement": score(metrics.accuracy_score, n > 0),
        "precision": score(metrics.precision_score, tp + fp > 0),
        "recall": score(metrics.recall_score, tp + fn > 0),
        "f1": score(metrics.f1_score, 2 * tp + fp + fn > 0),
        "specificity": score(metrics.recall_score, fp + tn > 0, pos_label=0),
        "npv": score(metrics.precision_score, fn + tn > 0, pos_label=0),
        "balancedAccuracy": score(metrics.balanced_accuracy_score, min(tp + fn, fp + tn) > 0),
        "mcc": score(metrics.matthews_corrcoef, both),
        "kappa": kappa_of(judge, human, 2) if n else None,
        "alpha": alpha_of(units, "nominal") if n else None,
    }
    if n > 1:
        case["ac1"] = gwet_of(table, "identity")
    if n > 0:
        for name, method in (("wilson", "wilson"), ("clopperPearson", "beta")):
            low, high = proportion_confint(tp + tn, n, alpha=0.05, method=method)
            case[name] = [0.0 if math.isnan(low) else float(low), 1.0 if math.isnan(high) else float(high)]
    if case["kappa"] is not None:
        case["kappaVariance"] = plain(cohens_kappa(np.array(table, float)).var_kappa)
    return case


def binary_cases():
    edges = [
        (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 0, 1), (0, 1, 1, 0),
        (5, 0, 0, 5), (10, 0, 0, 0), (0, 0, 0, 10), (0, 5, 5, 0), (0, 0, 7, 0), (0, 7, 0, 0), (241, 81, 0, 0),
        (0, 0, 30, 70), (1, 0, 0, 999), (0, 1, 0, 999), (500, 1, 0, 0), (3, 7, 7, 3), (25, 25, 25, 25),
        (1618, 112, 0, 722), (33, 6, 6, 60), (4, 3, 1, 98), (31, 4, 7, 64), (171, 55, 124, 756),
    ]
    random = [tuple(int(x) for x in rng.integers(0, limit, 4)) for limit in [4, 10, 40, 200, 2000] for _ in range(11)]
    return [binary_case(*counts) for counts in edges + random]


def table_cases():
    cases = []
    for index in range(30):
        classes = int(rng.integers(3, 6))
        table = rng.integers(0, [3, 12, 60][index % 3], (classes, classes))
        if index % 4 == 0:
            table = table + np.diag(rng.integers(5, 30, classes))
        if index == 1:
            table = np.diag(rng.integers(1, 9, classes))
        if index == 2:
            table[:, 1:] = 0
        first, second = expand(table)
        units = np.array([first, second], float)
        cases.append({
            "table": table.tolist(),
            "kappa": {w or "nominal": kappa_of(first, second, classes, w) for w in (None, "linear", "quadratic")},
            "gwet": {name: gwet_of(table, w) for name, w in
                     (("nominal", "identity"), ("linear", "linear"), ("quadratic", "quadratic"))},
            "alpha": {level: alpha_of(units, level) for level in ("nominal", "ordinal", "interval")},
        })
    return cases


def rater_cases():
    cases = []
    for index in range(30):
        classes = int(rng.integers(2, 5))
        raters = int(rng.integers(2, 6))
        items = [4, 12, 40][index % 3]
        truth = rng.integers(0, classes, items)
        noise = rng.random((items, raters)) < 0.35
        ratings = np.where(noise, rng.integers(0, classes, (items, raters)), truth[:, None]).astype(float)
        if index % 2 == 1:
            ratings[rng.random((items, raters)) < 0.25] = np.nan
        frame = pd.DataFrame(ratings)
        frame = frame[frame.notna().any(axis=1)]
        cac = {name: RawCAC(frame, weights=weights, categories=list(range(classes)), digits=15)
               for name, weights in (("nominal", "identity"), ("linear", "linear"), ("quadratic", "quadratic"))}
        case = {
            "classes": classes,
            "ratings": [[None if math.isnan(x) else int(x) for x in row] for row in ratings],
            "fleiss": plain(cac["nominal"].fleiss()["est"]["coefficient_value"]),
            "gwet": {name: plain(c.gwet()["est"]["coefficient_value"]) for name, c in cac.items()},
            "alpha": {level: alpha_of(ratings.T, level) for level in ("nominal", "ordinal", "interval")},
        }
        if not np.isnan(ratings).any():
            counts = np.array([[np.sum(row == k) for k in range(classes)] for row in ratings])
            case["fleissComplete"] = plain(fleiss_kappa(counts))
        cases.append(case)
    return cases


def delong(scores, labels):
    positive, negative = scores[labels == 1], scores[labels == 0]
    order = (positive[:, None] > negative[None, :]) + 0.5 * (positive[:, None] == negative[None, :])
    return float(order.mean()), float(order.mean(1).var(ddof=1) / len(positive) + order.mean(0).var(ddof=1) / len(negative))


def score_cases():
    cases = []
    for index in range(24):
        n = [1, 5, 30, 200][index % 4]
        labels = (rng.random(n) < 0.4).astype(int)
        scores = np.clip(rng.normal(0.35 + 0.3 * labels, 0.25), 0, 1)
        if index % 3 == 0:
            scores = np.round(scores * 5) / 5
        weights = rng.uniform(0.5, 4, n) if index % 2 else np.ones(n)
        if index == 2:
            labels[:] = 1
        both = 0 < labels.sum() < n
        bins = np.minimum(9, np.floor(scores * 10).astype(int))
        ece = sum(abs(np.sum(weights[bins == b] * (scores - labels)[bins == b])) for b in range(10)) / weights.sum()
        case = {
            "scores": scores.tolist(), "labels": labels.tolist(), "weights": weights.tolist(),
            "brier": plain(metrics.brier_score_loss(labels, scores, sample_weight=weights, pos_label=1)),
            "logLoss": plain(metrics.log_loss(labels, scores, sample_weight=weights, labels=[0, 1])),
            "ece": plain(ece),
            "rocAuc": plain(metrics.roc_auc_score(labels, scores, sample_weight=weights)) if both else None,
            "averagePrecision":
                plain(metrics.average_precision_score(labels, scores, sample_weight=weights)) if labels.sum() else None,
        }
        if both and index % 2 == 0 and min(labels.sum(), n - labels.sum()) > 1:
            area, variance = delong(scores, labels)
            if 0 < area < 1:
                logit, half = special.logit(area), stats.norm.ppf(0.975) * math.sqrt(variance) / (area * (1 - area))
                case["rocInterval"] = [plain(special.expit(logit - half)), plain(special.expit(logit + half))]
        cases.append(case)
    return cases


def map_cases():
    cases = []
    for index in range(14):
        n = [12, 40, 150][index % 3]
        labels = (rng.random(n) < 0.45).astype(int)
        scores = np.clip(rng.normal(0.35 + 0.3 * labels, 0.3), 0, 1)
        if index % 2:
            scores = np.round(scores * 8) / 8
        weights = rng.uniform(0.5, 3, n) if index % 4 > 1 else np.ones(n)
        high = (np.sum(weights * labels) + 1) / (np.sum(weights * labels) + 2)
        low = 1 / (np.sum(weights * (1 - labels)) + 2)
        design = np.column_stack([scores, np.ones(n)])
        platt = GLM(np.where(labels == 1, high, low), design, family=families.Binomial(), freq_weights=weights).fit(
            tol=1e-15, maxiter=200, tol_criterion="params")
        probes = np.linspace(-0.1, 1.1, 25)
        isotonic = IsotonicRegression(out_of_bounds="clip").fit(scores, labels, sample_weight=weights)
        logits = special.logit(np.clip(scores, 1e-6, 1 - 1e-6))

        def slope(inverse):
            return float(np.sum(weights * (special.expit(inverse * logits) - labels) * logits))

        inverse = optimize.brentq(slope, 0, 64, xtol=1e-16, rtol=1e-15) if slope(0) < 0 <= slope(64) else None
        cases.append({
            "scores": scores.tolist(), "labels": labels.tolist(), "weights": weights.tolist(),
            "platt": [plain(x) for x in platt.params],
            "probes": probes.tolist(), "isotonic": [plain(x) for x in isotonic.predict(probes)],
            "temperature": None if inverse is None else 1 / inverse,
        })
    return cases


def test_cases():
    pairs = [(0, 0), (1, 0), (0, 5), (5, 5), (3, 12), (40, 61), (200, 260)]
    mcnemars = [{"onlyFirst": b, "onlySecond": c, "p": plain(mcnemar([[9, b], [c, 9]], exact=True).pvalue)}
                for b, c in pairs]
    holms = []
    for size in (1, 2, 3, 6, 10):
        p = rng.random(size) ** 3
        holms.append({"p": p.tolist(), "adjusted": multipletests(p, method="holm")[1].tolist()})
    ranks = []
    for index in range(16):
        n = [2, 4, 6, 12][index % 4]
        x, y = rng.random(n), rng.random(n)
        if index % 2:
            x, y = np.round(x * 3), np.round(y * 3)
        constant = len(set(x)) < 2 or len(set(y)) < 2
        ranks.append({
            "x": x.tolist(), "y": y.tolist(),
            "kendall": None if constant else plain(stats.kendalltau(x, y).statistic),
            "spearman": None if constant else plain(stats.spearmanr(x, y).statistic),
        })
    return {"mcnemar": mcnemars, "holm": holms, "ranks": ranks}


def student_quantile(p, freedom):
    """Thirty digits by mpmath: scipy 1.12 keeps only about nine of them here."""
    if p == 0.5:
        return 0.0
    half, freedom = mpmath.mpf(1) / 2, mpmath.mpf(freedom)

    def cdf(t):
        tail = mpmath.betainc(freedom / 2, half, 0, freedom / (freedom + t * t), regularized=True) / 2
        return 1 - tail if t > 0 else tail

    return float(mpmath.findroot(lambda t: cdf(t) - mpmath.mpf(p), float(stats.t.ppf(p, float(freedom)))))


def distribution_cases():
    ps = [1e-12, 1e-4, 0.005, 0.025, 0.3, 0.5, 0.7, 0.9, 0.975, 0.9999]
    xs = [-8, -5.7, -3, -1.96, -0.6, 0, 0.3, 1, 2.5, 6]
    return {
        "normal": {"p": ps, "quantile": stats.norm.ppf(ps).tolist(), "x": xs, "cdf": stats.norm.cdf(xs).tolist()},
        "student": [{"p": p, "freedom": f, "quantile": student_quantile(p, f)}
                    for f in (1, 2, 3.5, 10, 49, 349, 5000) for p in (0.005, 0.3, 0.5, 0.9, 0.975, 0.9999)],
        "beta": [{"x": x, "a": a, "b": b, "cdf": plain(stats.beta.cdf(x, a, b)), "quantile": plain(stats.beta.ppf(x, a, b))}
                 for a, b in ((0.5, 0.5), (1, 3), (5, 2), (40, 60), (700, 30), (0.5, 2500)) for x in (0.01, 0.3, 0.5, 0.95)],
        "binomial": [{"k": k, "n": n, "p": p, "cdf": plain(stats.binom.cdf(k, n, p)), "pmf": plain(stats.binom.pmf(k, n, p))}
                     for n, p in ((1, 0.5), (10, 0.3), (57, 0.5), (1000, 0.02)) for k in (0, 1, n // 3, n)],
    }


def bootstrap_cases():
    """Percentile and BCa intervals from given replicates, as scipy.stats.bootstrap computes them."""
    cases = []
    for index in range(8):
        n = [15, 40][index % 2]
        sample = rng.exponential(1, n) if index % 4 < 2 else rng.normal(0, 1, n)
        estimate = float(np.mean(sample))
        replicates = sample[rng.integers(0, n, (400, n))].mean(1)
        left_out = np.array([np.mean(np.delete(sample, i)) for i in range(n)])
        bias = stats.norm.ppf((np.sum(replicates < estimate) + 0.5 * np.sum(replicates == estimate)) / len(replicates))
        influence = left_out.mean() - left_out
        acceleration = np.sum(influence ** 3) / (6 * np.sum(influence ** 2) ** 1.5)
        shifted = bias + stats.norm.ppf([0.025, 0.975])
        points = stats.norm.cdf(bias + shifted / (1 - acceleration * shifted))
        cases.append({
            "estimate": estimate, "replicates": replicates.tolist(), "leftOut": left_out.tolist(),
            "percentile": np.percentile(replicates, [2.5, 97.5]).tolist(),
            "bca": np.percentile(replicates, 100 * points).tolist(),
        })
    return cases


def kappa_bootstrap_cases():
    """BCa intervals of kappa by scipy itself, 40,000 resamples: to be met within Monte-Carlo error."""
    cases = []
    for counts in ((171, 55, 124, 756), (160, 48, 36, 156), (210, 75, 85, 736)):
        judge, human = expand([[counts[0], counts[1]], [counts[2], counts[3]]])

        def kappa(a, b, axis=-1):
            agree = np.mean(a == b, axis=axis)
            left, right = np.mean(a, axis=axis), np.mean(b, axis=axis)
            chance = left * right + (1 - left) * (1 - right)
            return (agree - chance) / (1 - chance)

        result = stats.bootstrap((judge, human), kappa, paired=True, vectorized=True, n_resamples=40000,
                                 method="BCa", batch=2000, random_state=rng)
        interval = result.confidence_interval
        cases.append({"counts": dict(zip(("tp", "fp", "fn", "tn"), counts)), "bca": [interval.low, interval.high]})
    return cases


def cluster_cases():
    """Weighted means with cluster-robust variance: a regression on a constant, clustered."""
    cases = []
    for index in range(12):
        clusters, n = [3, 12, 60][index % 3], [8, 40, 300][index % 3]
        cluster = np.concatenate([np.arange(clusters), rng.integers(0, clusters, n - clusters)])
        effect = rng.normal(0, 0.15, clusters)[cluster]
        values = (rng.random(n) < np.clip(0.6 + effect, 0, 1)).astype(float)
        weights = rng.uniform(1, 5, n) if index % 2 else np.ones(n)
        fit = WLS(values, np.ones(n), weights=weights).fit(cov_type="cluster", cov_kwds={"groups": cluster})
        # statsmodels also multiplies by (n - 1) / (n - 1) = 1 for one parameter: no further correction.
        cases.append({"cluster": cluster.tolist(), "values": values.tolist(), "weights": weights.tolist(),
                      "mean": plain(fit.params[0]), "variance": plain(fit.bse[0] ** 2)})
    return cases


def corrected_cases():
    cases = []
    for index in range(10):
        n, extra = [60, 200][index % 2], [300, 1500][index % 2]
        q1, q0, theta = 0.8, 0.85, 0.35
        truth = rng.random(n) < theta
        judged = np.where(rng.random(n) < np.where(truth, q1, q0), truth, ~truth)
        hidden = rng.random(extra) < theta
        others = np.where(rng.random(extra) < np.where(hidden, q1, q0), hidden, ~hidden)
        y, f, u = truth.astype(float), judged.astype(float), others.astype(float)
        p, s1, s0 = u.mean(), f[truth].mean(), 1 - f[~truth].mean()
        power = s1 + s0 - 1
        rate = (p + s0 - 1) / power
        variance = (p * (1 - p) / extra + s1 * (1 - s1) * rate ** 2 / truth.sum()
                    + s0 * (1 - s0) * (1 - rate) ** 2 / (~truth).sum()) / power ** 2
        low, high = ppi_mean_ci(y, f, u, alpha=0.05, lam=1)
        half = (high[0] - low[0]) / 2 / stats.norm.ppf(0.975)
        cases.append({
            "truth": y.astype(int).tolist(), "judged": f.astype(int).tolist(), "others": u.astype(int).tolist(),
            "roganGladen": {"value": plain(rate), "variance": plain(variance)},
            "predictionPowered": {"value": plain(ppi_mean_pointestimate(y, f, u, lam=1)[0]), "variance": plain(half ** 2)},
        })
    return cases


json.dump(
    {
        "binary": binary_cases(),
        "tables": table_cases(),
        "raters": rater_cases(),
        "scores": score_cases(),
        "maps": map_cases(),
        "tests": test_cases(),
        "distributions": distribution_cases(),
        "bootstrap": bootstrap_cases(),
        "kappaBootstrap": kappa_bootstrap_cases(),
        "clusters": cluster_cases(),
        "corrected": corrected_cases(),
    },
    __import__("sys").stdout,
    separators=(",", ":"),
    allow_nan=False,
)
