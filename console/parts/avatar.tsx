// Who it is at a glance: the initials of a name. Decoration: the name stands beside it.
export function Avatar({ name }: { name: string }) {
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  // Drawn by the styles: it is no text, which the name of a button would have to contain.
  return <span className="avatar" data-initials={initials} aria-hidden="true" />;
}
