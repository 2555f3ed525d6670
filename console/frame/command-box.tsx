// The command box, opened by Ctrl K: pages by name, tenants, a report by its id, reports by their reference. Arrow keys select,
// Enter opens.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../parts/dialog.tsx';
import { OPERATOR_PAGES, PAGES } from './pages.ts';
import { type TenantView, usePerson } from './tenant.tsx';

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;
const HINT = 'A page, a tenant, a report id or a reference';
type Target = { name: string; to: string; kind: string };

export function CommandBox({ tenant, onClose }: { tenant: TenantView | null; onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [, go] = useLocation();
  const found = useTargets(tenant, text.trim());
  const chosen = found[Math.min(at, found.length - 1)];
  const open = (target: Target | undefined): void => {
    if (target === undefined) return;
    onClose();
    go(target.to);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % Math.max(1, found.length));
    else if (event.key === 'Enter') open(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose} className="command">
      <input
        className="mono"
        aria-label={HINT}
        placeholder={HINT}
        role="combobox"
        aria-expanded="true"
        aria-controls="targets"
        aria-activedescendant={chosen === undefined ? undefined : `target-${found.indexOf(chosen)}`}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="targets" role="listbox" aria-label="Found" className="targets">
        {found.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above
          <div
            key={target.to}
            id={`target-${index}`}
            role="option"
            aria-selected={target === chosen}
            onClick={() => open(target)}
          >
            {target.name} <small>{target.kind}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <p role="status">Nothing has this name. A report is found by its whole id.</p>}
    </Dialog>
  );
}

function useTargets(tenant: TenantView | null, text: string): Target[] {
  const { isOperator, tenants } = usePerson();
  const wanted = text.toLowerCase();
  const fits = (words: string): boolean => words.toLowerCase().includes(wanted);
  const operator = isOperator
    ? OPERATOR_PAGES.map(({ name, path }) => ({ name, to: `/operator/${path}`, kind: 'Operator' }))
    : [];
  const others = tenants
    .filter(({ id }) => id !== tenant?.tenantId)
    .map(({ id, name }) => ({ name, to: `/${id}/${tenant?.mode ?? 'test'}/overview`, kind: 'Tenant' }));
  const account = fits('account password authenticator sessions')
    ? [{ name: 'Account', to: '/me', kind: 'Page' }]
    : [];
  const rest = [...operator, ...others].filter(({ name }) => fits(name));
  if (tenant === null) return [...account, ...rest];
  const { access, home } = tenant;
  if (ID.test(text)) return [{ name: text, to: `${home}/reports/${text}`, kind: 'Report' }];
  const pages = PAGES.filter(({ needs }) => access.permissions.includes(needs))
    .filter(({ name, words }) => fits(`${name} ${words}`))
    .map(({ name, path }) => ({ name, to: `${home}/${path}`, kind: 'Page' }));
  const byReference =
    text !== '' && access.permissions.includes('reports:read')
      ? [
          {
            name: text,
            to: `${home}/reports?externalReference=${encodeURIComponent(text)}`,
            kind: 'Reports with this reference',
          },
        ]
      : [];
  return [...pages, ...account, ...byReference, ...rest];
}
