/** The tracker's tickets as every visitor first finds them. */

export const people = ["Ines", "Tomasz", "Wei", "Adaeze"] as const;
export type Person = (typeof people)[number];

export const issueLabels = ["delivery", "account", "bug", "question", "urgent"] as const;
export type IssueLabel = (typeof issueLabels)[number];

export interface Issue {
  number: number;
  title: string;
  text: string;
  labels: IssueLabel[];
  assignee: Person | null;
  open: boolean;
  comments: { author: string; text: string }[];
}

const issue = (
  number: number,
  title: string,
  text: string,
  labels: IssueLabel[],
  assignee: Person | null,
  open = true,
): Issue => ({ number, title, text, labels, assignee, open, comments: [] });

/** Fresh copies, so that no visitor changes another's. */
export function firstIssues(): Issue[] {
  return [
    issue(
      1,
      "Parcel to Reykjavik is late",
      "Promised for Monday, still not here on Thursday.",
      ["delivery"],
      "Ines",
    ),
    issue(
      2,
      "Search forgets my words",
      "After choosing a sort order the search box is empty.",
      ["bug"],
      "Wei",
    ),
    issue(
      3,
      "Wrong colour delivered",
      "Ordered a green mug and got a blue one.",
      ["delivery", "urgent"],
      null,
    ),
    issue(
      4,
      "Cannot change my time zone",
      "The settings page says saved, but nothing changes.",
      ["bug", "account"],
      null,
    ),
    issue(5, "Gift card expired?", "My gift card from last year is refused.", ["question"], "Adaeze"),
    issue(6, "Double charge", "My card was charged twice for one order.", ["urgent", "account"], "Tomasz"),
    issue(7, "Missing bar stools", "One of four chairs was missing.", ["delivery"], null),
    issue(8, "Page is blank on my phone", "Only the header shows.", ["bug"], "Wei", false),
    issue(9, "Please delete my account", "As described in the help centre.", ["account"], null),
    issue(10, "Lamp flickers", "The desk lamp flickers after ten minutes.", ["question"], null),
    issue(11, "Breakfast for vegans", "Is there any?", ["question"], "Adaeze", false),
    issue(12, "Door code never came", "Had to wait outside until four.", ["urgent"], null),
  ];
}
