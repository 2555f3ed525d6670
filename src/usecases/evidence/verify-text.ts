// VERIFY.md of a pack: how anybody checks it with openssl and coreutils alone. A test runs these commands as they stand.

export function verifyText({ creditReportId, kid }: { creditReportId: string; kid: string }): string {
  return `# How to verify this evidence pack

For whoever was given the pack of credit report ${creditReportId}. You need a terminal with
\`openssl\` (3.0 or later) and \`coreutils\`. Unpack the ZIP into an empty folder, go there, and run the commands below.

1. Every file is as it was listed. Each line must end in \`OK\`.

   \`\`\`sh
   sha256sum --check --strict SHA256SUMS
   \`\`\`

2. No file was added. It prints \`No other files\`.

   \`\`\`sh
   test "$(ls -A | LC_ALL=C sort)" = "$( (cut -c67- SHA256SUMS; printf '%s\\n' SHA256SUMS SHA256SUMS.jws SHA256SUMS.sig) | LC_ALL=C sort)" && echo 'No other files'
   \`\`\`

3. The list was signed by the key in this pack. It prints \`Signature Verified Successfully\`.

   \`\`\`sh
   openssl pkeyutl -verify -rawin -pubin -inkey key.pub.pem -in SHA256SUMS -sigfile SHA256SUMS.sig
   \`\`\`

4. Whose key it is. The command prints the key's fingerprint, which must be
   \`${kid}\`

   \`\`\`sh
   openssl pkey -pubin -in key.pub.pem -outform DER | sha256sum | cut -c1-64
   \`\`\`

   Then look for it at \`/.well-known/evidence-keys.json\` of the service, at the address that you know it by (or ask its operator), never
   at one that came with this pack: anybody can sign a forged pack with a key of their own and name a place of their own, so steps 1
   to 3 alone prove nothing about who made it. The key must have been in use when the pack was issued: \`issuedAt\` of \`manifest.json\` lies between its \`activeFrom\` and \`retiredAt\`.

With the service's own command line all of it is one step, without a database:
\`npm run trefoil -- evidence verify <zip> --keys evidence-keys.json\`

## What is in it

| File | What it is |
|---|---|
| \`report.json\` | The credit report, byte for byte as it was stored |
| \`report.pdf\` | The same for people |
| \`timeline.json\` | What happened, step by step |
| \`consent.json\` | What the consumer agreed to and when, or that the consent was not taken here |
| \`charges.json\` | What was charged: lines of the ledger, each with its hash and the hash before it |
| \`audit.json\` | Who looked at it or changed it: entries of the audit trail with the hashes around them |
| \`bureau-references.json\` | The bureaus' own references |
| \`manifest.json\` | What the pack is about, when it was issued, where the chains stood, every file with its hash, what is absent and why |

Times are by the service's own clock, anchored in the audit chain: \`manifest.json\` names the last entry of the chain when the pack was
issued, and the pack's own hash is an entry after it. Two packs of different days show what lies between them.

A chain's hash is SHA-256 over the hash before it and the entry's fields. \`evidence verify\` recomputes those of this report.
`;
}
