for (const table of document.querySelectorAll("table.sortable")) {
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const rows = [...table.querySelectorAll("tbody tr:not(.part)")];
  const key = (row, column) => {
    const text = row.cells[column].textContent.trim();
    const moved = text.startsWith("▼") ? -1 : 1;
    const number = parseFloat(text.replace(/[,▲▼?]/g, "").replace(/^−/, "-").replace(/^=$/, "0"));
    return /^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(number) ? text : moved * number;
  };
  const order = (one, other) => {
    if (one === "" || other === "") return (one === "") - (other === "");
    if (typeof one === typeof other) return typeof one === "string" ? one.localeCompare(other) : one - other;
    return typeof one === "string" ? 1 : -1;
  };
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const way = head.ariaSort ? (head.ariaSort === "ascending" ? -1 : 1) : column < 2 || head.matches(".player, .division") ? 1 : -1;
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
      for (const body of table.tBodies) {
        const mine = rows.filter((row) => row.parentNode === body).map((row) => [key(row, column), row]);
        mine.sort((a, b) => (a[0] === "" || b[0] === "" ? order(a[0], b[0]) : way * order(a[0], b[0])));
        body.append(...mine.map((each) => each[1]));
      }
    };
  });
  const find = document.getElementById(table.dataset.find);
  const field = find.querySelector("input"), said = find.querySelector("output");
  const names = rows.map((row) => fold(row.querySelector("th").textContent));
  field.oninput = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    rows.forEach((row, at) => {
      row.hidden = !words.every((word) => names[at].includes(word));
      found += !row.hidden;
    });
    said.textContent = words.length ? `${found} of ${rows.length}` : "";
  };
  find.hidden = false;
}
