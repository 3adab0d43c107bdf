// What a command would do, as far as the server can say, as a fragment; empty if there is nothing to say.

export async function previewed(table, command) {
  const asked = new URLSearchParams({ command: JSON.stringify(command) });
  const answer = await fetch(`/t/${table.dataset.table}/preview?${asked}`, { headers: { Accept: "text/html" } });
  return answer.ok ? (await answer.text()).trim() : "";
}
