// A form that is empty again once what it held has been said.
"use strict";

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (detail.successful && target.matches("[data-clears]")) target.reset();
});
