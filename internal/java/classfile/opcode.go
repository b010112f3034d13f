package classfile

import "strings"

// Opcode is the kind of an instruction.
type Opcode byte

// Opcodes that users of the package need. The others have only a name: see Opcode.String.
const (
	IConst0         Opcode = 3
	BiPush          Opcode = 16
	SiPush          Opcode = 17
	Ldc             Opcode = 18
	LdcW            Opcode = 19
	ILoad           Opcode = 21
	aLoad           Opcode = 25
	iLoad0          Opcode = 26
	aLoad3          Opcode = 45
	AALoad          Opcode = 50
	iStore          Opcode = 54
	aStore          Opcode = 58
	iStore0         Opcode = 59
	iStore3         Opcode = 62
	aStore3         Opcode = 78
	IAStore         Opcode = 79
	AAStore         Opcode = 83
	saStore         Opcode = 86
	Dup             Opcode = 89
	Swap            Opcode = 95
	IInc            Opcode = 132
	Goto            Opcode = 167
	Jsr             Opcode = 168
	Ret             Opcode = 169
	TableSwitch     Opcode = 170
	LookupSwitch    Opcode = 171
	IReturn         Opcode = 172
	AReturn         Opcode = 176
	Return          Opcode = 177
	GetStatic       Opcode = 178
	PutStatic       Opcode = 179
	GetField        Opcode = 180
	PutField        Opcode = 181
	InvokeVirtual   Opcode = 182
	InvokeSpecial   Opcode = 183
	InvokeStatic    Opcode = 184
	InvokeInterface Opcode = 185
	InvokeDynamic   Opcode = 186
	New             Opcode = 187
	NewArray        Opcode = 188
	ANewArray       Opcode = 189
	AThrow          Opcode = 191
	CheckCast       Opcode = 192
	Wide            Opcode = 196
	MultiANewArray  Opcode = 197
	GotoW           Opcode = 200
	JsrW            Opcode = 201
)

// operands has the format of each opcode.
var operands = strings.Repeat(" ", 16) + "bscCC" +
	strings.Repeat("l", 5) + strings.Repeat("0123", 5) + strings.Repeat(" ", 8) + // loads
	strings.Repeat("l", 5) + strings.Repeat("0123", 5) + strings.Repeat(" ", 8) + // stores
	strings.Repeat(" ", 9+36) + "i" + strings.Repeat(" ", 15+5) + // stack, arithmetic, conversions, comparisons
	strings.Repeat("j", 14+2) + "lTL" + strings.Repeat(" ", 6) + // jumps, returns
	"CCCC" + "CCCID" + "CaC" + "  " + "CC" + "  " + "wm" + "jjJJ"

var names = strings.Fields(`nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5
	lconst_0 lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w
	iload lload fload dload aload iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3
	fload_0 fload_1 fload_2 fload_3 dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3
	iaload laload faload daload aaload baload caload saload
	istore lstore fstore dstore astore istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 lstore_3
	fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3 astore_0 astore_1 astore_2 astore_3
	iastore lastore fastore dastore aastore bastore castore sastore
	pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap
	iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem
	ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc
	i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg
	ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne
	goto jsr ret tableswitch lookupswitch ireturn lreturn freturn dreturn areturn return
	getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic invokeinterface invokedynamic
	new newarray anewarray arraylength athrow checkcast instanceof monitorenter monitorexit
	wide multianewarray ifnull ifnonnull goto_w jsr_w`)

// String returns the mnemonic of JVMS.
func (o Opcode) String() string {
	if int(o) < len(names) {
		return names[o]
	}
	return "unknown"
}

// ElementType returns the type of the elements that newarray makes, as a letter of descriptors.
func (n Instruction) ElementType() byte { return "    ZCFDBSIJ"[n.A] }

// Format returns the kind of the operands, or 0 if there is no such instruction:
//
//	space     no operand
//	b, s      a constant of one byte, of two bytes
//	l         the index of a local variable
//	0 to 3    no operand; the opcode contains this index of a local variable
//	i         the operands of iinc
//	j, J      the offset of a jump in two bytes, in four bytes
//	T, L      the operands of tableswitch, of lookupswitch
//	c, C      the index of a constant in the pool in one byte, in two bytes
//	I, D, m   the operands of invokeinterface, of invokedynamic, of multianewarray
//	a, w      the operands of newarray, of wide
func (o Opcode) Format() byte {
	if int(o) < len(operands) {
		return operands[o]
	}
	return 0
}

// IsJump reports whether operand A of the instruction is the target of a jump.
func (o Opcode) IsJump() bool { return o.Format() == 'j' || o.Format() == 'J' }

// HasConstant reports whether operand A of the instruction is the number of a constant of the pool.
func (o Opcode) HasConstant() bool {
	return strings.IndexByte("cCIDm", o.Format()) >= 0
}

// IsCall reports whether the instruction calls a method.
func (o Opcode) IsCall() bool { return o >= InvokeVirtual && o <= InvokeDynamic }

// IsIntStore reports whether the instruction stores an int in a local.
func (o Opcode) IsIntStore() bool { return o == iStore || o >= iStore0 && o <= iStore3 }

// Local returns the type of the local that the instruction loads or stores: i, l, f, d or a; 0 for other instructions.
func (o Opcode) Local() (kind byte, store bool) {
	const kinds = "ilfda"
	switch {
	case o >= ILoad && o <= aLoad:
		return kinds[o-ILoad], false
	case o >= iLoad0 && o <= aLoad3:
		return kinds[(o-iLoad0)/4], false
	case o >= iStore && o <= aStore:
		return kinds[o-iStore], true
	case o >= iStore0 && o <= aStore3:
		return kinds[(o-iStore0)/4], true
	}
	return 0, false
}

// IsArrayStore reports whether the instruction stores an element of an array.
func (o Opcode) IsArrayStore() bool { return o >= IAStore && o <= saStore }

// Ends reports whether control never goes on to the next instruction. It also returns true for jsr, after which control
// comes back only by ret.
func (o Opcode) Ends() bool {
	switch o {
	case Goto, GotoW, Jsr, JsrW, Ret, TableSwitch, LookupSwitch, AThrow:
		return true
	}
	return o.Returns()
}

// Returns reports whether the instruction ends the method normally.
func (o Opcode) Returns() bool { return o >= IReturn && o <= Return }

// takes reports whether a constant of the kind tag can be the operand of the instruction.
func (o Opcode) takes(tag Tag) bool {
	switch {
	case o >= GetStatic && o <= PutField:
		return tag == TagField
	case o >= InvokeVirtual && o <= InvokeInterface:
		return tag == TagMethod || tag == TagInterfaceMethod
	case o == InvokeDynamic:
		return tag == TagInvokeDynamic
	case o >= New: // anewarray, checkcast, instanceof, multianewarray
		return tag == TagClass
	}
	switch tag { // ldc
	case TagInteger, TagFloat, TagLong, TagDouble, TagClass, TagString, TagMethodHandle, TagMethodType, TagDynamic:
		return true
	}
	return false
}
