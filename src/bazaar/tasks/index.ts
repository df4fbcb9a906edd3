/** All tasks of the Bazaar. */
import { accountTasks } from "./account-tasks.ts";
import { helpTasks } from "./help-tasks.ts";
import { shopFactTasks } from "./shop-fact-tasks.ts";
import { shopListTasks } from "./shop-list-tasks.ts";
import { shopOrderTasks } from "./shop-order-tasks.ts";
import { stayTasks } from "./stay-tasks.ts";
import type { BazaarTask } from "./task.ts";
import { trackerTasks } from "./tracker-tasks.ts";

export const tasks: readonly BazaarTask[] = [
  ...shopListTasks,
  ...shopFactTasks,
  ...shopOrderTasks,
  ...stayTasks,
  ...trackerTasks,
  ...helpTasks,
  ...accountTasks,
];
