UPDATE `audit_log` SET `actor` = 'traveler' WHERE `actor` = 'traveller' AND `actor_id` IS NULL;
