package toml10

// scope is what is known of a path of keys, apart from the values there: it
// decides which tables may still be opened. Elements of an array of tables
// share their scope, which is emptied when a new element begins.
type scope struct {
	explicit bool // may not be opened by [table] or a dotted key any more
	frozen   bool // an inline table or array: nothing below may be added
	nested   map[string]*scope
}

func (s *scope) child(key string) *scope {
	c := s.nested[key]
	if c == nil {
		c = &scope{}
		if s.nested == nil {
			s.nested = map[string]*scope{}
		}
		s.nested[key] = c
	}
	return c
}

// walk follows keys down; frozen tells whether one on the way is.
func (s *scope) walk(keys []*Entry) (end *scope, frozen bool) {
	for _, k := range keys {
		s = s.child(k.Key)
		frozen = frozen || s.frozen
	}
	return s, frozen
}

// nest follows keys down from t and creates tables where there are none; nil
// where a value is in the way. lists says whether the last element of an array
// of tables stands for the array.
func nest(t *Table, keys []*Entry, lists bool) *Table {
	for _, k := range keys {
		e := t.Get(k.Key)
		if e == nil {
			e = &Entry{Key: k.Key, src: k.src, off: k.off, Value: &Value{Kind: TableKind, Table: &Table{}, src: k.src, off: k.off}}
			t.put(e)
		}
		v := e.Value
		if lists && v.Kind == Array && len(v.Items) > 0 {
			v = v.Items[len(v.Items)-1]
		}
		if v.Kind != TableKind {
			return nil
		}
		t = v.Table
	}
	return t
}
