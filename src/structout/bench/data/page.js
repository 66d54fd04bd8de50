"use strict";
(() => {
  const holder = document.getElementById("records");
  if (!holder) return;
  const records = JSON.parse(holder.textContent);
  const form = document.getElementById("filters");
  const list = document.getElementById("cases");
  const more = document.getElementById("more");
  const step = 40;
  let shown = step;

  const element = (tag, text, name) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (name) made.className = name;
    return made;
  };

  for (const name of ["setting", "verdict", "kind"]) {
    const select = form.elements[name];
    select.append(new Option("all", ""));
    for (const value of [...new Set(records.map((r) => r[name]))].sort()) select.append(new Option(value, value));
  }

  // Offsets count code points, JavaScript counts UTF-16 units.
  const highlighted = (record) => {
    const pre = element("pre");
    const chars = Array.from(record.answer || record.completion);
    let at = 0;
    for (const repair of [...record.repairs].sort((a, b) => a.start - b.start)) {
      if (repair.start < at || repair.start > chars.length) continue;
      pre.append(chars.slice(at, repair.start).join(""));
      const mark = element("mark", chars.slice(repair.start, repair.end).join("") || "‸");
      mark.title = `${repair.severity}: ${repair.kind} at ${repair.path}`;
      pre.append(mark);
      at = Math.max(repair.end, repair.start);
    }
    pre.append(chars.slice(at).join(""));
    return pre;
  };

  const labelled = (label, text) => {
    const part = document.createDocumentFragment();
    part.append(element("div", label), element("pre", text));
    return part;
  };

  const entry = (record) => {
    const details = element("details", undefined, record.verdict);
    const first = record.completion.replace(/\s+/g, " ").slice(0, 90);
    details.append(element("summary", `${record.verdict} · ${record.kind} · ${record.setting} · ${record.case} · ${first}`));
    details.addEventListener("toggle", () => {
      if (details.childElementCount > 1) return;
      if (record.answer) details.append(labelled("first completion", record.completion));
      details.append(element("div", record.answer ? "completion after asking again" : "completion"), highlighted(record));
      if (record.repairs.length) details.append(element("div", record.repairs.map((r) => `${r.kind} (${r.path})`).join(", ")));
      if (record.value !== null) details.append(labelled("came out", record.value));
      if (record.error) details.append(labelled("refused", record.error));
      if (record.expected) details.append(labelled("right", record.expected));
    });
    return details;
  };

  const fits = (record) => {
    const text = form.elements.text.value.toLowerCase();
    return ["setting", "verdict", "kind"].every((name) => !form.elements[name].value || record[name] === form.elements[name].value)
      && (!text || `${record.case} ${record.completion} ${record.error}`.toLowerCase().includes(text));
  };

  const draw = () => {
    const fitting = records.filter(fits);
    list.replaceChildren(...fitting.slice(0, shown).map(entry));
    more.hidden = fitting.length <= shown;
    form.querySelector("output").textContent = `${fitting.length} of ${records.length}`;
  };

  form.addEventListener("input", () => { shown = step; draw(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => { shown += step; draw(); });
  window.addEventListener("beforeprint", () => list.querySelectorAll("details").forEach((d) => { d.open = true; }));
  draw();
})();
