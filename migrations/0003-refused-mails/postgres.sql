-- Refused mails are counted at every look at the queue; they are few among all that were sent.
CREATE INDEX outbox_refused ON outbox (created_at) WHERE state = 'refused';
