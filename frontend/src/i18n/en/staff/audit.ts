/** An order's trail as admins and auditors read it. */
export const audit = {
  audit: {
    where: 'Breadcrumb',
    notFound: 'Please check the order ID in the address.',
    request: 'request',
    caseFile: 'Case file',
    print: 'Print',
    checkpoint: 'Signed checkpoint',
    checkpointOf: '{{at}} · up to record {{events}}',
    signed: 'signature valid',
    notSigned: 'signature not valid',
    root: 'Merkle root',
    changed: 'A record was changed after it was stored',
    broken: 'A record does not follow the one before',
    missing: 'A record is missing from the ledger',
    differs: 'A record differs from the ledger',
    rewritten: 'Changed after signing',
    cut: 'Partly deleted after signing',
  },
} as const;
