/** How the numbers were made, and where each formula comes from. */
import type { IntervalMethod } from "../../../calibration/index.ts";
import { count, counted } from "../../terminal/index.ts";
import { type Html, html } from "../html.ts";

/** Which parts a page holds, so that only their methods are told. */
export interface Shown {
  steps: boolean;
  confidence: boolean;
  ranking: boolean;
  corrected: boolean;
  threshold: boolean;
  comparison: boolean;
  ceiling: boolean;
  weighted: boolean;
}

interface Method {
  name: string;
  text: string;
  when?: keyof Shown;
}

const methods: readonly Method[] = [
  {
    name: "Positive, reference, exclusions",
    text: "Success is positive and the human label is the reference. Rates are over the runs that both sides decided; unsure, blocked and unscored runs are counted beside them and never folded into failure.",
  },
  {
    name: "Cohen's κ",
    text: "Agreement beyond what the two base rates give by chance. Cohen (1960), Educational and Psychological Measurement 20(1), pp. 37–46.",
  },
  {
    name: "Gwet's AC1",
    text: "Like κ, with a chance agreement that stays sensible when one class is rare. Gwet (2008), British Journal of Mathematical and Statistical Psychology 61(1), pp. 29–48.",
  },
  {
    name: "Krippendorff's α",
    text: "Agreement beyond chance for raters that could be exchanged; missing answers are allowed. Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, sections C and D.",
  },
  {
    name: "Matthews correlation",
    text: "Pearson's correlation of the two binary answers. Matthews (1975), Biochimica et Biophysica Acta 405(2), pp. 442–451.",
  },
  {
    name: "Weighted κ of steps",
    when: "steps",
    text: "κ with the classes in order, near misses counting in part. Cohen (1968), Psychological Bulletin 70(4), pp. 213–220. Steps of one task are resampled together.",
  },
  {
    name: "Scores",
    when: "confidence",
    text: "Brier (1950), Monthly Weather Review 78(1), pp. 1–3. ROC area with the variance over clusters: DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44(3), pp. 837–845; Obuchowski (1997), Biometrics 53(2), pp. 567–578. Average precision as a step function: Davis and Goadrich (2006), ICML, pp. 233–240; its interval: Boyd, Eng and Page (2013), ECML PKDD, pp. 451–466. Expected calibration error over ten bins of equal width, biased upwards on small samples: Naeini, Cooper and Hauskrecht (2015), AAAI, pp. 2901–2907.",
  },
  {
    name: "Rank correlations",
    when: "ranking",
    text: "Kendall (1945), Biometrika 33(3), pp. 239–251; Spearman (1904), American Journal of Psychology 15(1), pp. 72–101. Percentile intervals of the bootstrap over clusters; p-values by permutation, exact for up to seven agents.",
  },
  {
    name: "Corrected success rates",
    when: "corrected",
    text: "Rogan and Gladen (1978), American Journal of Epidemiology 107(1), pp. 71–76, with the variances of the judged rate and of both error rates by the delta method over clusters. Prediction-powered inference: Angelopoulos et al. (2023), Science 382(6671), pp. 669–674, its weight λ as in PPI++ (arXiv:2311.01453). Both need labels that were drawn at random or with known chances.",
  },
  {
    name: "Threshold",
    when: "threshold",
    text: "Chosen on four fifths of the tasks and measured on the remaining fifth, in turn, so that no number is on data it was chosen on.",
  },
  {
    name: "Comparing judges",
    when: "comparison",
    text: "Paired bootstrap over clusters for differences; permutation test that exchanges the judges cluster by cluster, corrected for the number of comparisons: Holm (1979), Scandinavian Journal of Statistics 6(2), pp. 65–70. Independent votes: Kish (1965), Survey Sampling, section 5.4, with the correlation of the judges' errors.",
  },
  {
    name: "People among themselves",
    when: "ceiling",
    text: "The mean share of agreeing pairs of raters; Fleiss (1971), Psychological Bulletin 76(5), pp. 378–382, for κ of several raters.",
  },
  {
    name: "Weights",
    when: "weighted",
    text: "Labels carry the chance with which their run was chosen; each weighs its inverse (Hájek's estimator). Hájek (1971), in Foundations of Statistical Inference, p. 236.",
  },
];

function intervalsText(interval: IntervalMethod): string {
  const level = `${Math.round(interval.level * 100)} %`;
  const shares =
    interval.proportions === "wilson"
      ? "Shares have Wilson's score interval (Wilson 1927, JASA 22(158), pp. 209–212)."
      : `Shares have Wilson's score interval on the effective number of runs that ${counted(interval.clusters, "cluster")} leave (Korn and Graubard 1998, Survey Methodology 24(2), pp. 193–201), because runs of one task are not independent.`;
  const coefficients = `Coefficients have the ${interval.coefficients === "bootstrap-bca" ? "BCa" : "percentile"} bootstrap over clusters, ${count(interval.resamples)} resamples, seed ${interval.seed}, generator ${interval.generator} (Field and Welsh 2007, JRSS B 69(3), pp. 369–390; Efron 1987, JASA 82(397), pp. 171–185).`;
  return `All intervals are at ${level}. ${shares} ${coefficients} An undefined number is a dash with its reason, never 0.`;
}

/** The methods of what the page shows. */
export function methodsSection(interval: IntervalMethod, shown: Shown): Html {
  const told = methods.filter(({ when }) => when === undefined || shown[when]);
  return html`<dl class="methods">
<dt>Intervals</dt><dd>${intervalsText(interval)}</dd>
${told.map(({ name, text }) => html`<dt>${name}</dt><dd>${text}</dd>`)}
</dl>`;
}
