import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import message from "./message.module.css";

export function Saved({ text }: { text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <p ref={line} className={message.saved} role="status">
      <CircleCheck aria-hidden size={20} />
      {text}
    </p>
  );
}
