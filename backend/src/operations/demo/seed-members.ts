import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Config } from '../../config.ts';
import type { AwakeTime } from './awake-time.ts';
import { idOf } from './names.ts';

/** A member of the demo market: row data and time of sign-up. Not a real person: see `phone`. */
export interface SeedMember {
  /** Identifies them in derived ids, independent of the nickname. */
  readonly key: string;
  readonly role: Exclude<ActorRole, 'system'>;
  readonly nickname: string;
  readonly fullName: string;
  /** E.164; 010-0 and 010-1 are unassigned in Korea. Null: created at the first start, like any first admin. */
  readonly phone: string | null;
  readonly dob: string | null;
  readonly bankName: string;
  readonly telegram: string;
  /** The inviting member's key; null: no member of the market, they used the code of a campaign. */
  readonly invitedBy: string | null;
  /** Awake minutes from the market's beginning to their sign-up. */
  readonly joins: number;
  /** The final state of their account, and whether they trade. */
  readonly becomes: 'trader' | 'idle' | 'unapproved' | 'deactivated';
}

type Line = readonly [
  nickname: string,
  fullName: string,
  dob: string | null,
  bankName: string,
  invitedBy: string | null,
  joins: number,
  becomes?: SeedMember['becomes'],
];

const members: readonly Line[] = [
  ['minji', '김민지', '1991-04-12', '국민은행', 'manager', 60],
  ['seojun', '이서준', '1988-11-30', '신한은행', 'manager', 95],
  ['haeun92', '박하은', '1992-07-05', '카카오뱅크', null, 140],
  ['dohyun', '최도현', '1985-02-18', '우리은행', null, 260],
  ['jiwoo', '정지우', '1996-09-23', '토스뱅크', 'minji', 700],
  ['yejun7', '강예준', '1979-12-01', '농협은행', 'manager', 1_300],
  ['sua', '조수아', '1994-05-27', '하나은행', 'minji', 2_600],
  ['taeyang', '윤태양', '1990-08-08', '기업은행', null, 4_100],
  ['eunseo', '임은서', '1998-01-14', '카카오뱅크', 'seojun', 6_900],
  ['hyunwoo', '한현우', '1983-06-19', '국민은행', 'manager', 9_800],
  ['naeun', '오나은', '1995-10-10', '신한은행', 'haeun92', 12_400, 'deactivated'],
  ['siwoo', '서시우', '1999-03-03', '토스뱅크', 'manager', 23_300, 'unapproved'],
];

const memberOf = (line: Line, role: SeedMember['role'], phone: string): SeedMember => {
  const [nickname, fullName, dob, bankName, invitedBy, joins, becomes = 'trader'] = line;
  return {
    key: nickname,
    role,
    nickname,
    fullName,
    phone,
    dob,
    bankName,
    telegram: `${nickname}_kr`,
    invitedBy,
    joins,
    becomes,
  };
};

const staff: readonly SeedMember[] = [
  { ...memberOf(['admin', '', null, '', null, 0, 'idle'], 'admin', ''), phone: null, telegram: '' },
  memberOf(['admin2', '신아람', '1984-09-17', '신한은행', null, 15, 'idle'], 'admin', '+821000000002'),
  memberOf(['manager', '문가람', '1987-03-21', '하나은행', null, 25, 'idle'], 'manager', '+821000000001'),
];

/** All members, in order of sign-up. If the configuration names a first admin, that one replaces `admin`. */
export function seedMembersOf({ firstAdmin }: Pick<Config, 'firstAdmin'>): readonly SeedMember[] {
  const adminName = firstAdmin?.nickname ?? 'admin';
  const all = [...staff, ...members.map((line, index) => memberOf(line, 'member', phoneOf(index)))];
  return all.map((character) => {
    if (character.key === 'admin') return { ...character, nickname: adminName };
    // Nicknames are unique regardless of case.
    const isTaken = character.nickname === adminName.toLowerCase();
    return isTaken ? { ...character, nickname: `${character.nickname}2` } : character;
  });
}

const phoneOf = (index: number): string => `+82100000${String(1_001 + index * 37).padStart(4, '0')}`;

/** `joinsAt`: in milliseconds since 1970. */
export const memberIdOf = (key: string, joinsAt: number): MemberId =>
  idOf(`member ${key}`, joinsAt) as MemberId;

export interface SeedMarket {
  readonly seedMembers: readonly SeedMember[];
  readonly time: AwakeTime;
}

export const memberIdIn = ({ seedMembers, time }: SeedMarket, key: string): MemberId =>
  memberIdOf(key, time.timeAt(seedMembers.find((member) => member.key === key)?.joins ?? 0));

/** The fixed end of the admin's id, by which the first row of a market is found again. */
export const adminIdEnd = memberIdOf('admin', 0).slice(8);
