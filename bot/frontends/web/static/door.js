// The door. A good link comes in by itself, by a POST of our own: previews and prefetches only GET.
// A closed door looks once more: a browser that came here from another site did not send its cookie.

const { kind, root } = document.body.dataset;

if (kind === "open") {
  document.querySelector("form").submit();
} else {
  const answer = await fetch(`${root}here`);
  if (answer.ok && root) location.replace(root);
  else if (answer.ok) location.reload();
}

export {}; // a module, which may await
