/** On it Postgres notifies the id of each member whose session ended, or who changed (see the migrations). */
export const sessionChannel = 'matgyo_sessions';
