import { RehearseFees } from './rehearse-fees.tsx';

export default function AdminRehearsalPage() {
  return <RehearseFees reportPath="/admin/fees" codes={[]} />;
}
