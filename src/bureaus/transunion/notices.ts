// What the operator is told of TransUnion: matters of the contract, in words of ours.
export const NOTICES = {
  expired:
    'TransUnion rejects the credentials and speaks of an expired password: change it at TransUnion, then set TRANSUNION_PASSWORD.',
  tables:
    'TransUnion’s code tables cannot be loaded. Its codes are read by the list that is built in, and reports say so in their coverage.',
  linked:
    'TransUnion answered with a link report only, which was not asked for: have the contract checked for ordinary reports.',
} as const;

export type Notice = keyof typeof NOTICES;
