-- 0046-register-answers.sql: a register prints what is about no payment, too: such an answer is kept without one.
CREATE TABLE register_answer_kept (
  register TEXT NOT NULL,                     -- its name: a register keeps its answers when it gets another key
  key      TEXT NOT NULL,
  asked    BLOB NOT NULL,                     -- SHA-256 of what was asked for
  pos_tid  TEXT REFERENCES payment (pos_tid), -- NULL: it was about none
  status   INTEGER NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (register, key)
) STRICT, WITHOUT ROWID;
INSERT INTO register_answer_kept SELECT register, key, asked, pos_tid, status, body FROM register_answer;
DROP TABLE register_answer;
ALTER TABLE register_answer_kept RENAME TO register_answer;
