import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 ranges that are not public (IANA's special-purpose registry). */
const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** IPv6: the allocated range, and the ranges in it that are reserved or lead through IPv4. */
const allocated = listOf(['2000::/3']);
const reserved = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const reservedIpv4 = listOf(privateIpv4);

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Whether the server may connect to an address that a client named. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reservedIpv4.check(address, 'ipv4');
    case 6:
      return allocated.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * Resolves a name for a connection, and fails if any of its addresses is not public. The connection uses the checked
 * addresses, so a later DNS change has no effect.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(Object.assign(new Error('not an address of the internet'), { code: 'EACCES' }), []);
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
