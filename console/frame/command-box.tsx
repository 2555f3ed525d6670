// The command box, opened by Ctrl K: reports by the beginning of a reference or an id, requests by their id, pages, actions, tenants.
// Arrow keys select, Enter opens. One call a pause; rows stay until the new ones are there, and Enter waits for them.
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useGet } from '../api/queries.ts';
import type { Found } from '../api/shapes.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { showWithin } from '../parts/show-within.ts';
import { AnswerChip, StatusChip } from '../parts/status-chip.tsx';
import { type Group, groupsOf, isSearched, noteRecent, type Target } from './targets.tsx';
import { type TenantView, usePerson } from './tenant.tsx';

const PAUSE_MS = 250;
const HINT = 'A reference, an id, a page or an action';

export function CommandBox({ tenant, onClose }: { tenant: TenantView | null; onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const [, go] = useLocation();
  const person = usePerson();
  const { found, isSettled, error } = useSearch(tenant, text.trim());
  const groups = groupsOf({ tenant, person, text: text.trim(), found });
  const targets = groups.flatMap((group) => group.targets);
  const chosen = targets[Math.min(at, targets.length - 1)];
  const open = (target: Target | undefined): void => {
    if (target === undefined) return;
    noteRecent(tenant, target);
    onClose();
    go(target.to);
  };
  // Enter was pressed before the answer was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens what the answer found, once
  useEffect(() => {
    if (!isWaiting || !isSettled) return;
    setWaiting(false);
    open(targets[0]);
  }, [isWaiting, isSettled]);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const count = Math.max(1, targets.length);
    if (event.key === 'ArrowDown') setAt((at + 1) % count);
    else if (event.key === 'ArrowUp') setAt((at + count - 1) % count);
    else if (event.key === 'Enter' && (isSettled || at > 0 || groups[0]?.isSure)) open(chosen);
    else if (event.key === 'Enter') setWaiting(true);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={onClose} className="command" closesOutside>
      <div className="command-field">
        <Icon name="search" />
        <input
          aria-label={HINT}
          placeholder={HINT}
          role="combobox"
          aria-expanded="true"
          aria-controls="targets"
          aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setWaiting(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="targets" role="listbox" aria-label="Found" className="targets" aria-busy={!isSettled}>
        {groups.map((group) => (
          <Targets key={group.name} group={group} chosen={chosen} onOpen={open} />
        ))}
      </div>
      <p role="status" className="small">
        {error?.message ?? statusOf(targets.length, text.trim(), isSettled)}
      </p>
    </Dialog>
  );
}

const idOf = (target: Target): string => `target-${target.to}`;

function Targets(props: { group: Group; chosen: Target | undefined; onOpen: (target: Target) => void }) {
  const { group, chosen } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
    <div role="group" aria-label={group.name}>
      <p aria-hidden="true">{group.name}</p>
      {group.targets.map((target) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above
        <div
          key={target.to}
          id={idOf(target)}
          role="option"
          aria-selected={target === chosen}
          ref={(element) => {
            const list = element?.closest('.targets');
            if (target === chosen && element && list) showWithin(list, element);
          }}
          onClick={() => props.onOpen(target)}
        >
          <Icon name={target.icon} />
          <bdi>{target.name}</bdi> {target.more !== undefined && <small>{target.more}</small>}
          {target.report !== undefined && <StatusChip status={target.report} />}
          {target.answer !== undefined && <AnswerChip status={target.answer} />}
        </div>
      ))}
    </div>
  );
}

function statusOf(count: number, text: string, isSettled: boolean): string {
  if (!isSettled) return 'Searching…';
  if (count > 0) return text === '' ? 'A reference is found from 4 characters, an id from 8.' : '';
  return isSearched(text)
    ? 'Nothing begins with this. Reports are found by their reference or id, requests and events by their id.'
    : 'Nothing has this name. A reference is found from 4 characters, an id from 8.';
}

/** What the service finds, one call a pause. `isSettled`: it belongs to this text. */
function useSearch(
  tenant: TenantView | null,
  text: string,
): { found: Found | undefined; isSettled: boolean; error: Error | null } {
  const mayRead = tenant?.access.permissions.includes('reports:read') ?? false;
  const wanted = mayRead && isSearched(text) ? text : '';
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = useGet('search', {
    tenantId: tenant?.tenantId ?? '',
    query: { q: asked },
    when: asked !== '',
    keepsOld: true,
  });
  const isSettled = wanted === '' || (asked === wanted && !query.isPlaceholderData && !query.isPending);
  return {
    found: wanted === '' ? undefined : query.data,
    isSettled,
    error: wanted === '' ? null : query.error,
  };
}
