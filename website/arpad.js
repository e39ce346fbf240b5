// A table that is wider than the window scrolls by the keyboard too.
document$.subscribe(() => requestAnimationFrame(() => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap")) wide.tabIndex = 0
}))

// The search takes "min-games" for either word. An option, or another term with a hyphen, asks for all its words
// but those that are too common to be in the index.
const QUERY = 2
const COMMON = /^(a|after|all|as|by|for|from|has|have|if|in|no|not|of|off|only|or|own|since|than|the|to|too|what|why)$/i
const allOf = (term) => term.match(/\w+/g).map((word) => COMMON.test(word) ? word : `+${word}`).join(" ")
const post = Worker.prototype.postMessage
Worker.prototype.postMessage = function (message, ...rest) {
  const asked = message?.type === QUERY
    ? { ...message, data: message.data.replace(/(?<!\S)-*\w+(-\w+)+(?!\S)/g, allOf) }
    : message
  return post.call(this, asked, ...rest)
}
