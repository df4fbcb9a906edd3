/** The help centre's articles: the pages that questions are answered from. */

export interface Article {
  slug: string;
  title: string;
  section: "Orders" | "Stays" | "Account";
  paragraphs: readonly string[];
  /** Rows of a table, the first being its head. */
  table?: readonly (readonly string[])[];
  related: readonly string[];
}

export const articles: readonly Article[] = [
  {
    slug: "delivery-times",
    title: "How long delivery takes",
    section: "Orders",
    paragraphs: [
      "Delivery starts when the order is paid. Orders placed after 14:00 leave our warehouse on the next working day.",
      "Rugs travel by freight and take two days longer than the table says.",
    ],
    table: [
      ["Destination", "Working days", "Price"],
      ["Inland", "2", "$4"],
      ["Europe", "5", "$9"],
      ["Iceland", "8", "$14"],
      ["Overseas", "12", "$22"],
    ],
    related: ["returns", "lost-parcels"],
  },
  {
    slug: "returns",
    title: "Sending something back",
    section: "Orders",
    paragraphs: [
      "You have 45 days from the day of delivery to send goods back. Mugs that were used cannot be returned.",
      "Print the label from your order and hand the parcel in at any post office. The money is back within 6 working days.",
      "Return postage is free above $80; below that it costs $5.",
    ],
    related: ["delivery-times", "refund-methods"],
  },
  {
    slug: "refund-methods",
    title: "How refunds are paid",
    section: "Orders",
    paragraphs: [
      "Refunds go to the card that was charged. Gift cards are refunded as a new gift card, valid for 3 years.",
    ],
    related: ["returns"],
  },
  {
    slug: "lost-parcels",
    title: "When a parcel does not arrive",
    section: "Orders",
    paragraphs: [
      "Wait 3 working days after the promised date, then open a ticket in the tracker with the label “delivery”.",
      "We search for a parcel for 10 days and then send it again at our cost.",
    ],
    related: ["delivery-times"],
  },
  {
    slug: "cancel-stay",
    title: "Cancelling a stay",
    section: "Stays",
    paragraphs: [
      "A stay can be cancelled free of charge until 7 days before check-in. After that one night is charged.",
      "In Bergen the limit is 14 days, because the cabins are few.",
    ],
    related: ["check-in"],
  },
  {
    slug: "check-in",
    title: "Checking in and out",
    section: "Stays",
    paragraphs: [
      "Check-in opens at 15:00 and check-out is at 11:00. The door code is sent at noon on the day of arrival.",
    ],
    related: ["cancel-stay", "breakfast"],
  },
  {
    slug: "breakfast",
    title: "Breakfast",
    section: "Stays",
    paragraphs: [
      "Where breakfast is included it is served from 7:30 to 10:00. Vegan breakfast must be asked for a day ahead.",
    ],
    related: ["check-in"],
  },
  {
    slug: "password",
    title: "Changing your password",
    section: "Account",
    paragraphs: [
      "Open the settings and choose Security. A password has at least 12 characters; a link by e-mail is valid for 30 minutes.",
    ],
    related: ["close-account"],
  },
  {
    slug: "close-account",
    title: "Closing your account",
    section: "Account",
    paragraphs: [
      "Accounts are closed by our staff: open a ticket with the label “account”. Data are deleted after 90 days.",
    ],
    related: ["password"],
  },
];

export function articleBySlug(slug: string): Article | undefined {
  return articles.find((article) => article.slug === slug);
}

/** Articles that hold every word. */
export function findArticles(text: string): Article[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return articles.filter((article) => {
    const whole = [article.title, ...article.paragraphs, ...(article.table?.flat() ?? [])]
      .join(" ")
      .toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
