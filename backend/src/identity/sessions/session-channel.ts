/** The channel on which Postgres notifies the ids of members whose session ended or who changed (see the migrations). */
export const sessionChannel = 'matgyo_sessions';
