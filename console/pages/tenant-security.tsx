// Whether the tenant requires a second factor of its members. Owners change it, admins see it.
import { useState } from 'react';
import { Link } from 'wouter';
import { put } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { Member, TenantRules } from '../api/shapes.ts';
import { useMay, usePerson, useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { announce } from '../parts/toast.tsx';

export function TenantSecurity({ members }: { members: Member[] }) {
  const { api } = useTenant();
  const rules = useGet<TenantRules>(`${api}/security`);
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card" aria-labelledby="security">
      <h2 id="security">Second step for everybody</h2>
      <Shown query={rules} data={rules.data}>
        {({ requiresTotp }) => (
          <>
            <p>
              {requiresTotp ? (
                <Chip tone="ok" shape="●">
                  Asked for
                </Chip>
              ) : (
                <Chip tone="plain" shape="○">
                  Not asked for
                </Chip>
              )}{' '}
              {requiresTotp
                ? 'Whoever signs in without an authenticator sees nothing of this tenant.'
                : 'A password alone opens this tenant.'}
            </p>
            {may('tenant:manage') ? (
              <button type="button" className="button second" onClick={() => setAsking(true)}>
                {requiresTotp ? 'Stop asking for a second step' : 'Ask everybody for a second step'}
              </button>
            ) : (
              <p className="small">An owner can change it.</p>
            )}
            {isAsking && (
              <SwitchDialog isOn={requiresTotp} members={members} onClose={() => setAsking(false)} />
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

function SwitchDialog(props: { isOn: boolean; members: Member[]; onClose: () => void }) {
  const { isOn, onClose } = props;
  const { api } = useTenant();
  const { profile } = usePerson();
  const forget = useForget();
  const [error, setError] = useState<Error | null>(null);
  const without = props.members.filter(({ totpEnabled }) => !totpEnabled).length;
  // An owner without a second factor would lock themselves out by switching it on.
  const isOwnMissing = !isOn && !profile.totpEnabled;
  const act = async (): Promise<void> => {
    await put(`${api}/security`, { requiresTotp: !isOn });
    announce(isOn ? 'A password alone is enough now.' : 'Everybody is asked for a second step now.');
    onClose();
    await forget(`${api}/security`);
  };
  return (
    <Dialog
      title={isOn ? 'Stop asking for a second step' : 'Ask everybody for a second step'}
      onClose={onClose}
    >
      {isOn && <p>Members who have an authenticator go on using it.</p>}
      {!isOn && (
        <p>
          {without === 0
            ? 'All members have an authenticator.'
            : `${without} of ${props.members.length} members have no authenticator. They are shut out within 5 seconds, until they set one up under Account.`}
        </p>
      )}
      {isOwnMissing && (
        <p>
          You have none yourself. <Link href="/me">Set up yours first</Link>
        </p>
      )}
      {error !== null && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      <p className="buttons">
        {!isOwnMissing && (
          <ActButton act={act} onError={setError}>
            {isOn ? 'Stop asking' : 'Ask from now on'}
          </ActButton>
        )}
        <button type="button" className="button second" onClick={onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}
