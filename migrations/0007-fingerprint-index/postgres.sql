-- The index on the fingerprint has stayed here. The signed time of issue of the form is gone, and with it its secret.
DROP TABLE secret;
