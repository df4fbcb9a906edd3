// The settings: saved as JSON when the button is pressed, and not before.
const form = document.getElementById("settings");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const response = await fetch("/api/settings", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      displayName: data.get("displayName"),
      language: data.get("language"),
      timeZone: data.get("timeZone"),
      newsletter: data.has("newsletter"),
      alerts: data.has("alerts"),
    }),
  });
  const { problem } = await response.json();
  document.getElementById("saved").textContent = response.ok ? "Settings are saved." : problem;
});
