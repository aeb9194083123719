import { CircleCheck } from "lucide-react";
import message from "./message.module.css";

/** Says that a form was saved. */
export function Saved({ text }: { text: string }) {
  return (
    <p className={message.saved} data-tone="paid" role="status">
      <CircleCheck aria-hidden size={20} />
      {text}
    </p>
  );
}
