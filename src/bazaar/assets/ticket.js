// A ticket's page: labels, assignee, open or closed; sent as JSON and shown without leaving the page.
const form = document.getElementById("change");
const state = document.getElementById("state");
const toggle = document.getElementById("toggle");

async function save(change) {
  const response = await fetch(`/api/tickets/${form.dataset.number}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  const { open, assignee, problem } = await response.json();
  if (!response.ok) {
    state.textContent = problem;
    return;
  }
  state.textContent = `${open ? "Open" : "Closed"} · ${assignee === null ? "unassigned" : `assigned to ${assignee}`}`;
  toggle.textContent = open ? "Close ticket" : "Reopen ticket";
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  await save({ labels: data.getAll("labels"), assignee: data.get("assignee") || null });
  document.getElementById("saved").textContent = "Saved.";
});

toggle.addEventListener("click", () => save({ open: toggle.textContent === "Reopen ticket" }));
