// Opens the form of a report (data-report) in a sheet over the table; without scripts it is a page.
"use strict";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-report]");
  const sheet = document.getElementById("sheet-report");
  if (!link || !sheet?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await htmx.ajax("GET", link.href, { target: "#report", swap: "innerHTML", source: link });
  sheet.showPopover();
});
