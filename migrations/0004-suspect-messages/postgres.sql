-- Operators list the messages kept apart; they are few among all that came in.
CREATE INDEX message_suspect ON message (received_at, id) WHERE suspect = 1;
