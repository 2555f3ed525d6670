// The bell in the top of the frame: how much needs attention now, and how much of it is new to this person in this browser. It lists the
// same as "Needs attention" of the overview.
import { useState } from 'react';
import { Link } from 'wouter';
import { useAttention } from '../api/queries.ts';
import type { AttentionItem } from '../api/shapes.ts';
import { AttentionEntries } from '../parts/attention-list.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Loading } from '../parts/states.tsx';
import { usePerson, useTenant } from './tenant.tsx';

/** What comes again after it has recovered is new. */
const keyOf = ({ kind, subjectId, since }: AttentionItem): string => `${kind} ${subjectId} ${since}`;

export function Bell() {
  const { profile } = usePerson();
  const { home, tenantId } = useTenant();
  const { items: listed, note, error } = useAttention();
  const [, setSerial] = useState(0);
  const place = `trefoil-seen ${profile.id} ${tenantId}`;
  const items = listed ?? [];
  const seen = (localStorage.getItem(place) ?? '').split('\n');
  const fresh = items.filter((item) => !seen.includes(keyOf(item))).length;
  const open = (): void => {
    localStorage.setItem(place, items.map(keyOf).join('\n'));
    setSerial((serial) => serial + 1);
  };
  return (
    <>
      <Menu
        className="bell"
        label={`Needs attention: ${items.length}${fresh > 0 ? `, ${fresh} new` : ''}`}
        button={
          <>
            <Icon name="alerts" />
            {fresh > 0 && <span className="badge">{fresh}</span>}
          </>
        }
        onOpen={open}
      >
        {listed === undefined && (error === null ? <Loading /> : <p>{error.message}</p>)}
        {listed?.length === 0 && <p>All clear.</p>}
        <AttentionEntries items={items} note={note} />
        <Link href={`${home}/alerts`}>Alert settings</Link>
      </Menu>
      <span className="unseen" role="status">
        {fresh > 0 && `${fresh} new, needs attention`}
      </span>
    </>
  );
}
