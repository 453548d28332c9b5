/**
 * The script of the report: search, filters, grouping, keys and the theme. It only shows, hides and moves
 * elements, and never turns text into markup.
 */
export const PAGE_SCRIPT = `
(() => {
  "use strict";
  const root = document.documentElement;
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const remember = (value) => { try { localStorage.setItem("verification-theme", value); } catch {} };
  const remembered = () => { try { return localStorage.getItem("verification-theme"); } catch { return null; } };

  const isDark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const setTheme = (theme) => {
    root.dataset.theme = theme;
    one("#theme").textContent = isDark() ? "Light" : "Dark";
  };
  if (["light", "dark"].includes(remembered())) setTheme(remembered());
  else one("#theme").textContent = isDark() ? "Light" : "Dark";
  const turn = () => { const next = isDark() ? "light" : "dark"; setTheme(next); remember(next); };
  one("#theme").hidden = false;
  one("#theme").addEventListener("click", turn);

  const list = one("#finding-list");
  if (list === null) return;
  const findings = all("#finding-list .finding");
  const search = one("#search");
  const buttons = all("[data-filter]");
  const groupings = all("[data-group]");
  const nothing = one("#nothing");
  const texts = new Map(findings.map((each) => [each, each.textContent.toLowerCase()]));
  let grouping = "file";
  let current = -1;
  one(".tools").hidden = false;

  const shown = () => findings.filter((each) => !each.hidden).sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  const pressed = (kind) => buttons
    .filter((each) => each.dataset.filter === kind && each.getAttribute("aria-pressed") === "true")
    .map((each) => each.dataset.value);

  const apply = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
    const severities = pressed("severity");
    const states = pressed("state");
    let count = 0;
    for (const each of findings) {
      const fits = (severities.length === 0 || severities.includes(each.dataset.severity))
        && (states.length === 0 || states.includes(each.dataset.state))
        && words.every((word) => texts.get(each).includes(word));
      each.hidden = !fits;
      if (fits) count += 1;
    }
    for (const group of list.querySelectorAll(".group-of")) {
      const visible = group.querySelectorAll(".finding:not([hidden])").length;
      group.hidden = visible === 0;
      group.querySelector(".count").textContent = String(visible);
    }
    nothing.hidden = count > 0;
    one("#count").textContent = count === findings.length ? String(count) : count + " of " + findings.length;
    select(-1);
  };

  const regroup = (by) => {
    grouping = by;
    for (const each of groupings) each.setAttribute("aria-pressed", String(each.dataset.group === by));
    const groups = new Map();
    for (const each of findings) {
      const name = each.dataset[by] || "no file";
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(each);
    }
    list.textContent = "";
    for (const [name, members] of groups) {
      const group = document.createElement("div");
      group.className = "group-of";
      const title = document.createElement("div");
      title.className = "group-title";
      const label = document.createElement("code");
      label.className = "path";
      label.textContent = name;
      const count = document.createElement("span");
      count.className = "soft count";
      title.append(label, count);
      group.append(title, ...members);
      list.append(group);
    }
    apply();
  };

  const select = (index) => {
    const visible = index < 0 ? [] : shown();
    current = visible.length === 0 ? -1 : Math.max(0, Math.min(index, visible.length - 1));
    for (const each of findings) each.removeAttribute("aria-current");
    if (current < 0) return;
    visible[current].setAttribute("aria-current", "true");
    visible[current].scrollIntoView({ block: "nearest" });
  };

  const press = (button) => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    apply();
  };
  search.addEventListener("input", apply);
  for (const each of buttons) each.addEventListener("click", () => press(each));
  for (const each of groupings) each.addEventListener("click", () => regroup(each.dataset.group));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement === search) {
      if (event.key === "Escape") { search.value = ""; search.blur(); apply(); }
      if (event.key === "Enter") { search.blur(); select(0); }
      return;
    }
    const keys = {
      "/": () => { search.focus(); search.select(); },
      j: () => select(current + 1),
      k: () => select(Math.max(0, current - 1)),
      f: () => { const button = buttons.find((each) => each.dataset.value === "error"); if (button) press(button); },
      g: () => regroup(grouping === "file" ? "check" : "file"),
      t: turn,
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  regroup("file");
})();
`;
