// What stands around every page of an application: the bar at the top, and the menu with the page that is open.
const PAGES = ["General Information", "Installation", "OAuth2", "Bot", "Emojis", "Webhooks", "Rich Presence", "App Testers"];

const bar = document.createElement("header");
bar.innerHTML = "<b>Discord</b> Developer Portal <i>A drawing, not a screenshot</i>";

const menu = document.createElement("nav");
const pages = PAGES.map((page) => `<span class="${page === document.title ? "here" : ""}">${page}</span>`);
menu.innerHTML = PAGES.includes(document.title)
  ? `<span>← Back to Applications</span><span class="app">Parlour</span><span class="part">SETTINGS</span>${pages.join("")}`
  : '<span class="here">Applications</span><span>Teams</span><span>Documentation</span>';

document.body.prepend(bar, menu);
