// A page that could not be shown for a while: it is asked for until it can be.
const LOOK_MS = 5000;

/** Nobody answers yet, or the answer is still that it has to wait. */
const look = () =>
  fetch(location.href, { headers: { Accept: "text/html" } }).then(
    (answer) => {
      if (answer.status !== 503) location.reload();
    },
    () => {},
  );

setInterval(look, LOOK_MS);
