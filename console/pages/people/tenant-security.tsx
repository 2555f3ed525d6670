// Whether the tenant requires two-step verification of its members. Owners change it, admins see it.
import { useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { Member } from '../../api/shapes.ts';
import { useMay, usePerson } from '../../frame/tenant.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Shown } from '../../parts/states.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';

export function TenantSecurity() {
  const members = useGet('listMembers');
  const rules = useGet('readTenantSecurity');
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsRow
      title="Two-step verification"
      about="Whether members must sign in with a code from an authenticator app."
    >
      <Shown query={rules} data={rules.data}>
        {({ requiresTotp }) => (
          <>
            <p>
              {requiresTotp ? (
                <Chip tone="ok" shape="●" word="Required" />
              ) : (
                <Chip tone="plain" shape="○" word="Not required" />
              )}{' '}
              {requiresTotp
                ? 'Nobody gets in without an authenticator app.'
                : 'A password is enough to sign in.'}
            </p>
            {may('tenant:manage') ? (
              <button type="button" className="button second" onClick={() => setAsking(true)}>
                {requiresTotp ? 'Stop requiring it' : 'Require two-step verification'}
              </button>
            ) : (
              <p className="small">An owner can change it.</p>
            )}
            {isAsking && (
              <SwitchDialog
                isOn={requiresTotp}
                members={members.data?.items ?? []}
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )}
      </Shown>
    </SettingsRow>
  );
}

function SwitchDialog(props: { isOn: boolean; members: Member[]; onClose: () => void }) {
  const { isOn, onClose } = props;
  const { profile } = usePerson();
  const act = useAct();
  const without = props.members.filter(({ totpEnabled }) => !totpEnabled).length;
  // An owner without a second factor would lock themselves out by switching it on.
  const isOwnMissing = !isOn && !profile.totpEnabled;
  const switchIt = () =>
    act('changeTenantSecurity', {
      body: { requiresTotp: !isOn },
      changes: ['readTenantSecurity'],
      next: onClose,
      says: isOn ? 'A password is enough to sign in.' : 'Two-step verification is required.',
    });
  return (
    <ConfirmDialog
      title={isOn ? 'Stop requiring two-step verification' : 'Require two-step verification'}
      button={isOwnMissing ? null : isOn ? 'Stop requiring it' : 'Require it'}
      isHarmless
      act={switchIt}
      onClose={onClose}
    >
      {isOn && <p>Members who have set it up keep using it.</p>}
      {!isOn && (
        <p>
          {without === 0
            ? 'All members have set it up.'
            : `${without} of ${props.members.length} members have not set it up. They are locked out within 5 seconds, until they do so in their account.`}
        </p>
      )}
      {isOwnMissing && (
        <p>
          You have not set it up yourself. <Link href="/me">Set up yours first</Link>
        </p>
      )}
    </ConfirmDialog>
  );
}
