// The page's address, which names the person and the channel. Guarantees: changing it doesn't load the page again.

export function personInAddress() {
  return new URLSearchParams(location.search).get("person");
}

export function channelInAddress() {
  return location.hash.slice(1).split("/")[0] || null;
}

/** Names this person and channel, so that the back button leads to those from before. */
export function goTo(personId, channelId = null) {
  history.pushState(null, "", addressOf(personId, channelId));
}

/** Names this person and channel in place of those from before. */
export function stayAt(personId, channelId) {
  history.replaceState(null, "", addressOf(personId, channelId));
}

function addressOf(personId, channelId) {
  return `?person=${personId}${channelId ? `#${channelId}` : ""}`;
}
