# Makes /etc/default/hakamd of what "hakamd --print-config" shows: what is from
# the default becomes a comment.
BEGIN {
    print "# Settings of hakamd, see hakamd(8). Each is a line NAME=value; the last"
    print "# of a name counts. What stands behind # is the default. To try them:"
    print "# hakamd --config /etc/default/hakamd --check-config"
    print ""
}
/^# From / { is_default = /the default\.$/; next }
/^HAKAM_/ && is_default { print "#" $0; next }
{ print }
