package jprof.maven;

import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import org.apache.maven.plugin.Mojo;

/** Reads and writes private fields of mojos, which have no interface for them. */
final class Fields {

    private Fields() {}

    /** The field of that name of the object's class or the nearest class above, null for none. */
    static Field find(Object object, String name) {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            try {
                Field field = c.getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (NoSuchFieldException e) {
                // it may be in the class above
            } catch (RuntimeException e) {
                return null; // a class that is closed to us
            }
        }
        return null;
    }

    /** The value of the field, null if there is none of that name and type. */
    static <T> T get(Object object, String name, Class<T> type) {
        Field field = find(object, name);
        try {
            Object value = field == null ? null : field.get(object);
            return type.isInstance(value) ? type.cast(value) : null;
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** The values of a field that is a collection or an array, none if there is no such field. */
    static Collection<?> all(Object object, String name) {
        Object value = get(object, name, Object.class);
        if (value instanceof Object[]) {
            return Arrays.asList((Object[]) value);
        }
        return value instanceof Collection ? (Collection<?>) value : Collections.emptyList();
    }

    /** Sets the field; reports whether it now has that value. */
    static boolean set(Object object, String name, Object value) {
        Field field = find(object, name);
        try {
            if (field == null) {
                return false;
            }
            field.set(object, value);
            return field.get(object) == value;
        } catch (IllegalAccessException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the result of a method without parameters, null if there is none of that name, or if it fails. */
    static Object call(Object object, String name) {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            try {
                Method method = c.getDeclaredMethod(name);
                method.setAccessible(true);
                return method.invoke(object);
            } catch (NoSuchMethodException e) {
                // it may be in the class above
            } catch (ReflectiveOperationException | RuntimeException e) {
                return null;
            }
        }
        return null;
    }

    /**
     * The object that has the mojo's own fields. Maven 4 wraps mojos that are written for its new API;
     * extensions such as Develocity's put a proxy before each mojo, whose handler holds the mojo.
     */
    static Object unwrapped(Object mojo) {
        Object wrapped = get(mojo, "mojoV4", Object.class);
        if (wrapped != null) {
            return wrapped;
        }
        if (!Proxy.isProxyClass(mojo.getClass())) {
            return mojo;
        }
        Object handler = Proxy.getInvocationHandler(mojo);
        for (Class<?> c = handler.getClass(); c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                Object value = valueOf(field, handler);
                if (value instanceof Mojo && value != mojo) {
                    return unwrapped(value);
                }
            }
        }
        return mojo;
    }

    private static Object valueOf(Field field, Object object) {
        if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
            return null;
        }
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException | RuntimeException e) {
            return null; // closed to us
        }
    }

    /** The path in the form that the model has: a String, a File or a Path. */
    static Object like(Object model, String path) {
        if (model instanceof File) {
            return new File(path);
        }
        return model instanceof Path ? Paths.get(path) : path;
    }
}
