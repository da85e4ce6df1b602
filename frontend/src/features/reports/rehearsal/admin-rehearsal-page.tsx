import { RehearseFees } from './rehearse-fees.tsx';

export default function AdminRehearsalPage() {
  return <RehearseFees reportPath="/admin/fees" levelsPath="/admin/levels/rehearsal" codes={[]} />;
}
