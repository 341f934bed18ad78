DROP TRIGGER swift_inserted ON person;
DROP TRIGGER swift_updated ON person;
DROP TRIGGER swift_deleted ON person;
DROP TRIGGER swift_truncated ON person;

DROP TRIGGER swift_inserted ON person_group;
DROP TRIGGER swift_updated ON person_group;
DROP TRIGGER swift_deleted ON person_group;
DROP TRIGGER swift_truncated ON person_group;

DROP TRIGGER swift_inserted ON person_group_item;
DROP TRIGGER swift_updated ON person_group_item;
DROP TRIGGER swift_deleted ON person_group_item;
DROP TRIGGER swift_truncated ON person_group_item;
