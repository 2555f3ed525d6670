// Evidence packs: the pack of a report, under the rules of its document, and the public keys that verify packs.
import { createPublicKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EvidenceKey } from '../../../storage/keys/evidence-keys.ts';
import type { IssueEvidence } from '../../../usecases/evidence/issue-evidence.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { ReportParams } from '../../schemas/common.ts';
import { EvidenceKeys, EvidencePack, EvidenceQuery, ZIP_TYPE } from '../../schemas/reports/evidence.ts';
import { asWritten } from '../../sent.ts';
import { publicRoutes, tenantRoutes } from '../../tenant-routes.ts';

export type EvidenceNeeds = {
  issueEvidence: IssueEvidence;
  listEvidenceKeys: () => Promise<EvidenceKey[]>;
  keepLiveApart: KeepLiveApart;
};

export function evidenceRoutes(app: FastifyInstance, needs: EvidenceNeeds): void {
  tenantRoutes(app, 'Credit reports').get(
    '/:tenantId/v1/credit-reports/:creditReportId/evidence',
    {
      config: { access: 'reports:read', personAccess: 'reports:reveal', inTurn: true },
      preValidation: needs.keepLiveApart,
      operationId: 'readEvidence',
      summary: 'The evidence pack of a credit report',
      description:
        'A ZIP with the document, the timeline, the consent, the charges, the audit entries and the bureau references, signed with Ed25519. Anybody verifies it with `openssl` and `sha256sum`. Each pack is an entry of the audit log with the hash of its manifest, whoever asks. What is in it: docs/evidence.md.',
      produces: [ZIP_TYPE],
      params: ReportParams,
      query: EvidenceQuery,
      answer: EvidencePack,
      refuses: [
        'credit-report-not-found',
        'credit-report-not-complete',
        'credit-report-purged',
        'request-in-progress',
      ],
    },
    async ({ caller, params, query, from, reply }) => {
      const { zip, reportId } = await needs.issueEvidence(caller, params.creditReportId, from, query.reason);
      return asWritten(
        reply
          .type(ZIP_TYPE)
          .header('content-disposition', `attachment; filename="evidence-${reportId}.zip"`)
          .send(zip),
      );
    },
  );

  publicRoutes(app, 'Credit reports').get(
    '/.well-known/evidence-keys.json',
    {
      config: { access: 'public' },
      operationId: 'readEvidenceKeys',
      summary: 'The public keys that verify evidence packs',
      description: 'Kept for ever: a pack is verifiable long after its key was replaced.',
      security: [],
      answer: EvidenceKeys,
    },
    async () => ({ keys: (await needs.listEvidenceKeys()).map(toJwk) }),
  );
}

function toJwk({ kid, publicPem, activeFrom, retiredAt }: EvidenceKey) {
  const { x = '' } = createPublicKey(publicPem).export({ format: 'jwk' });
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid,
    alg: 'EdDSA',
    use: 'sig',
    pem: publicPem,
    activeFrom,
    retiredAt,
  } as const;
}
