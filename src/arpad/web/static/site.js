// Typing results: a key that is a whole result is entered at once, and the next board follows.
(function () {
  "use strict";
  var WHOLE = /^[10=½+\-]$/;

  function inputs() { return Array.prototype.slice.call(document.querySelectorAll(".results input[name^='board-']")); }

  function go(input) { if (input) { input.focus(); input.select(); } }

  function beside(input, step) { var all = inputs(); go(all[all.indexOf(input) + step]); }

  // The next board without a result; after the last of them, what can be done with the whole round.
  function next(input) {
    var all = inputs(), later = all.slice(all.indexOf(input) + 1).filter(function (one) { return !one.value; });
    if (later.length) { go(later[0]); } else { document.querySelector("form .acts button").focus(); }
  }

  function verifying(input) { return !!input.closest("table.verify"); }

  function save(input) { if (!verifying(input)) { window.htmx.trigger(input, "save"); } next(input); }

  document.addEventListener("focusin", function (event) {
    if (event.target.matches(".results input")) { event.target.dataset.before = event.target.value; event.target.select(); }
  });
  document.addEventListener("input", function (event) {
    var input = event.target;
    if (input.matches(".results input[data-short='1']") && WHOLE.test(input.value)) { save(input); }
  });
  document.addEventListener("keydown", function (event) {
    var input = event.target;
    if (!input.matches || !input.matches(".results input")) { return; }
    if (event.key === "Enter" && !verifying(input)) { event.preventDefault(); if (input.value && input.value !== input.dataset.before) { save(input); } else { next(input); } }
    if (event.key === "ArrowDown") { event.preventDefault(); beside(input, 1); }
    if (event.key === "ArrowUp") { event.preventDefault(); beside(input, -1); }
  });
  // Another's result comes into the row where the focus is: what is half typed stays, else the new row has the focus.
  var focused = "";
  document.addEventListener("htmx:beforeSwap", function (event) {
    var row = event.detail.target, input = document.activeElement;
    if (event.detail.requestConfig.verb !== "get" || !row.matches(".results tr") || !row.contains(input)) { return; }
    if (input.value !== input.dataset.before) { event.detail.shouldSwap = false; } else { focused = row.id; }
  });
  document.addEventListener("htmx:afterSettle", function () {
    var row = focused && document.getElementById(focused);
    focused = "";
    if (row) { go(row.querySelector("input")); }
  });
  // The hall: how old what is shown is, when nothing newer comes.
  setInterval(function () {
    var made = document.querySelector("[data-made]");
    if (!made) { return; }
    var minutes = Math.floor((Date.now() - Date.parse(made.dataset.made)) / 60000);
    if (minutes >= 1) { made.textContent = made.dataset.stale.replace("{minutes}", minutes); made.classList.add("stale"); }
  }, 5000);
  // How long ago the last change was, in the language of the page.
  setInterval(function () {
    var age = document.querySelector("[data-age]");
    if (!age || !window.Intl || !Intl.RelativeTimeFormat) { return; }
    var ago = Math.max(0, (Date.now() - Date.parse(age.dataset.age)) / 1000), units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
    var unit = units.filter(function (one) { return ago >= one[1]; })[0] || units[3];
    var said = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "always"}).format(-Math.floor(ago / unit[1]), unit[0]);
    age.textContent = said.charAt(0).toUpperCase() + said.slice(1);
  }, 15000);
  // The hall: the clock of the round, by the second. Without a script it stands in minutes.
  setInterval(function () {
    var timer = document.querySelector("[data-ends]");
    if (!timer) { return; }
    var left = Math.max(0, Math.ceil((Date.parse(timer.dataset.ends) - Date.now()) / 1000)), two = function (n) { return (n < 10 ? "0" : "") + n; };
    var hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
    timer.firstElementChild.textContent = left ? (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(left % 60) : timer.dataset.over;
    timer.classList.toggle("over", !left);
  }, 500);
})();
