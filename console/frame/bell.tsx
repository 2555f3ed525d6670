// The bell in the top of the frame: how much needs attention now, and how much of it is new to this person in this browser. What it lists
// is loaded when it is first opened.
import { lazy, Suspense, useState } from 'react';
import { useAttention } from '../api/queries.ts';
import type { AttentionItem } from '../api/shapes.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { TenantContext, type TenantView, usePerson } from './tenant.tsx';

const BellList = lazy(async () => ({ default: (await import('./bell-list.tsx')).BellList }));

/** What came again after it had recovered is new. */
const keyOf = ({ kind, subjectId, since }: AttentionItem): string => `${kind} ${subjectId} ${since}`;

export function Bell({ tenant }: { tenant: TenantView }) {
  const { profile } = usePerson();
  const attention = useAttention(tenant.api);
  const [isOpened, setOpened] = useState(false);
  const [, setSerial] = useState(0);
  const place = `trefoil-seen ${profile.id} ${tenant.tenantId}`;
  const items = attention.data?.items ?? [];
  const seen = (localStorage.getItem(place) ?? '').split('\n');
  const fresh = items.filter((item) => !seen.includes(keyOf(item))).length;
  const open = (): void => {
    setOpened(true);
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
        <Suspense>
          {isOpened && (
            <TenantContext value={tenant}>
              <BellList query={attention} />
            </TenantContext>
          )}
        </Suspense>
      </Menu>
      <span className="unseen" role="status">
        {fresh > 0 && `${fresh} new, needs attention`}
      </span>
    </>
  );
}
