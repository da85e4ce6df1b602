/** An order's trail as admins and auditors read it. */
export const audit = {
  audit: {
    where: 'Where you are',
    notFound: 'Please check the order id in the address.',
    request: 'request',
    caseFile: 'Case file',
    print: 'Print',
    checkpoint: 'Signed checkpoint',
    checkpointOf: '{{at}} · up to record {{events}}',
    signed: 'signature holds',
    notSigned: 'signature does not hold',
    root: 'Merkle root',
    changed: 'A record is not what was sealed',
    broken: 'A record does not continue the one before',
    missing: 'The log lacks a record',
    differs: 'The log has another record',
    rewritten: 'Rewritten after it was signed',
    cut: 'Cut after it was signed',
  },
} as const;
